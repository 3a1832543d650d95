// A thermal mug.
#declare Zoom=19.5; #declare LookY=1.05;
#include "stage.inc"
union {
 difference { lathe { cubic_spline 8 <.2,0>,<.55,0>,<.68,.06>,<.72,.3>,<.76,1>,<.78,1.9>,<.78,1.9>,<.5,1.9> sturm } cylinder { <0,.08,0>,<0,2.2,0>,.70 } Pl(Clay) }
 difference { torus { .44,.10 rotate x*90 scale <1,1.25,1> translate <.86,1,0> } plane { x,.72 } Pl(Clay) }
 cylinder { <0,0,0>,<0,.1,0>,.745 texture { Steel } }
 union { cylinder { <0,1.86,0>,<0,2.0,0>,.80 } torus { .76,.05 translate y*2 } cylinder { <0,2,0>,<0,2.05,0>,.76 } RBox(<-.16,2.0,-.62>,<.16,2.14,-.1>,.05) Pl(Coal) }
 object { Pane(.34,.42,.02) translate <0,1.05,-.775> Pl(Paper) }
 rotate y*-28 translate x*-.22 scale 1.08 }
