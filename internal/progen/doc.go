// Package progen makes random PTX programs with one defined answer each and compares what several machines answer: the
// interpreter of ptx/interp, and compiled code without and with optimisation in the strict emulator. The same seed gives the
// same program. Programs avoid what PTX leaves open: approximations, NaN payloads, contraction, data races,
// shuffles from lanes outside the mask. Where a difference is found, Minimise drops statements while it persists.
package progen
