//! {"launches":[{"entry":"gi","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":128,"out":"exact"}}}
// Jumps into loops and between two loops: irreducible control flow, by data.
extern "C" __global__ void gi(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x;unsigned v=x[i],n=0,a=v;
  if(v&1)goto mid;
  if(v&2)goto other;
top:
  a=a*3+1;
mid:
  a^=a>>7;n++;
  if(n>40)goto out;
  if(a&4)goto top;
  if(a&8){
other:
    a+=n*5;n+=2;
    if((a&3)==0&&n<30)goto mid;
    if((a&0x30)==0x10&&n<35)goto other;
  }
  for(;n<20;n++){
    if(a&64)goto inner;
    a=a*5+n;
    continue;
inner:
    a=a/3+n;
    if((a&0xf00)==0x300&&n<12){n++;goto top;}
  }
out:
  y[i]=a*64+n;
}
