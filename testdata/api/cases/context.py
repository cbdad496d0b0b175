"""Contexts and primary contexts."""
from api import *
right('cuCtxGetDevice',lambda d: (d.cuCtxGetDevice(v:=I32(9)),v.value))
