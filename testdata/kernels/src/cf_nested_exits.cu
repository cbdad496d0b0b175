//! {"launches":[{"entry":"ne","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":128,"g":"zero","out":"exact"}}}
// Loops in loops with break, continue, return and goto out of two levels; a do-while with a side effect in its condition.
extern "C" __global__ void ne(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x;unsigned v=x[i],r=0;
  for(int a=0;a<6;a++){
    for(int b=a;b<8;b++){
      unsigned q=v>>(a*3+b)%29&7;
      if(q==0)goto next;
      if(q==1)continue;
      if(q==2)break;
      if(q==3&&a>3){y[i]=r;return;}
      unsigned k=q;
      do{r=r*3+k;if(r%17==5)goto out;}while(--k&&(r&3)!=1);
    }
    r+=a*1000;
next:;
    if(a==4&&(v&0x30000)==0)break;
  }
  r^=0x5555;
out:
  y[i]=r+1;
}
