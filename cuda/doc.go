// Package cuda is the CUDA driver: every function of the driver API that ferry implements, as one Go
// function named like the C symbol of its ABI variant with a capital C, taking the calling thread's
// state first. One file per API group. It runs over package hipffi, so the same code drives an AMD GPU
// and the embedded device, and it never dereferences a device pointer.
//
// What does not live here: the C entry points, their prototypes and cuGetProcAddress (exports), the
// compiler, the reading of fatbins, the cache of compiled code, and any device.
package cuda
