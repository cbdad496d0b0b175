"""Every function with all its arguments zero: before cuInit, without a current context, with one, and in an exit handler that runs after the driver's."""
from api import *
def zeros(symbol):
    a=[]
    for t in API[symbol][3]: k=argtype(t); a.append(k() if k in (Location,Opaque64) else None if k in (V,Address,Pointer) else 0)
    return a
# cuCtxDetach... and the like leave nothing behind that the next case would see: the primary context is retained and made current anew.
for s in sorted(API):
    if s.endswith(('_ptsz','_ptds')) or GRAPHICS.match(s): continue
    f=lambda d,s=s: getattr(d,s)(*zeros(s))
    case(s,'zeros, before cuInit',f,state='own' if s=='cuInit' else 'noinit')
    case(s,'zeros, no current context',f,state='noctx')
    case(s,'zeros',f)
    case(s,'zeros, in an exit handler',f,state='exit')
