// A roofer's hammer.
#declare Zoom=22; #declare LookY=1.38;
#include "stage.inc"
// standing on its head, like a hammer on a bench
union {
 union { // head along x
  RBox(<-.42,0,-.2>,<.30,.42,.2>,.05)
  cylinder { <.30,.21,0>,<.52,.21,0>,.14 } cylinder { <.5,.21,0>,<.86,.21,0>,.23 } torus { .21,.03 rotate z*90 translate <.86,.21,0> }
  prism { linear_spline -.19,.19,6 <-.40,.02>,<-.40,.40>,<-.75,.33>,<-1.25,.10>,<-1.22,.04>,<-.40,.02> rotate x*-90 scale <1,1,1> }
  texture { Steel } }
 union { sphere_sweep { b_spline 7 <0,.1,0>,.12 <0,.38,0>,.12 <0,.9,0>,.115 <0,1.5,0>,.10 <0,2.0,0>,.125 <.0,2.45,0>,.15 <.02,2.7,0>,.14 } texture { Ash } scale <1,1,1.25> }
 sphere_sweep { b_spline 6 <0,1.3,0>,.11 <0,1.5,0>,.125 <0,1.9,0>,.14 <.0,2.35,0>,.17 <.03,2.62,0>,.17 <.04,2.8,0>,.15 Rub(Coal) scale <1,1,1.2> }
 torus { .125,.03 translate y*1.42 Pl(Clay) scale <1,1,1.2> }
 rotate y*-30 translate <.12,0,0> scale 1.03 }
