// A head lamp.
#declare Zoom=20; #declare LookY=0.6;
#include "stage.inc"
union {
 difference { cylinder { <0,-.17,0>,<0,.17,0>,1 } cylinder { <0,-.2,0>,<0,.2,0>,.95 } scale <1.05,1,1.25> Fab(SlateM) }
 difference { cylinder { <0,-.05,0>,<0,.05,0>,1.008 } cylinder { <0,-.2,0>,<0,.2,0>,.95 } scale <1.05,1,1.25> Fab(Clay) }
 difference { torus { 1.1,.07 rotate z*90 scale <1,1,1.1> } plane { y,.1 } Fab(SlateM) }
 union { RBox(<-.46,-.32,-1.62>,<.46,.32,-1.2>,.12) Pl(Coal) }
 cylinder { <0,0,-1.60>,<0,0,-1.68>,.26 texture { Steel } }
 cylinder { <0,0,-1.66>,<0,0,-1.69>,.21 pigment { rgb <1,.98,.9> } finish { emission .9 diffuse .1 } }
 union { RBox(<-.2,.30,-1.5>,<.2,.37,-1.3>,.03) Pl(Clay) }
 rotate y*-32 translate <.1,.42,.35> scale 1.06 }
