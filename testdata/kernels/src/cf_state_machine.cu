//! {"launches":[{"entry":"sm","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":512,"g":"bits"},"y":{"t":"u32","n":128,"out":"exact"}}}
// A dense switch (jump table) inside a loop as an interpreter of byte code, with fall-through, default and nested switch.
extern "C" __global__ void sm(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x;unsigned st[8]={},sp=0,acc=1,pc=0;const unsigned char*code=(const unsigned char*)(x+4*i);
  for(int steps=0;steps<60;steps++){
    unsigned op=code[pc&15];pc++;
    switch(op%24){
    case 0:acc+=op;break;
    case 1:acc*=op|1;
    case 2:acc^=acc>>3;break;
    case 3:st[sp++&7]=acc;break;
    case 4:acc=st[--sp&7];break;
    case 5:if(acc&1)pc+=3;break;
    case 6:pc=acc&15;break;
    case 7:acc=acc<<5|acc>>27;break;
    case 8:acc-=st[(sp-1)&7];break;
    case 9:case 10:case 11:acc+=st[op&7];break;
    case 12:switch(acc&3){case 0:acc=~acc;break;case 1:acc+=7;break;case 2:goto done;default:pc++;}break;
    case 13:acc=__brev(acc);break;
    case 14:acc=acc/(op+1);break;
    case 15:st[op&7]^=acc;break;
    case 16:acc=__popc(acc)*1000+acc;break;
    case 17:if(steps>30)goto done;break;
    case 18:acc*=acc;break;
    case 19:sp+=2;break;
    case 20:acc+=0x9e3779b9u;break;
    case 21:acc=min(acc,st[2]+17u);break;
    case 22:acc=max(acc,st[3]);
    default:acc++;
    }
  }
done:
  y[i]=acc+sp*3+pc;
}
