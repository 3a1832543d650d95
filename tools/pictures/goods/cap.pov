// A cap, seen from the front right.
#declare Zoom=19.5; #declare LookY=0.66;
#include "stage.inc"
#declare F = Slate;
union {
 difference { sphere { 0,1 scale <1,.95,1.1> } sphere { 0,.96 scale <1,.95,1.1> } plane { y,0 } Fab(F) }
 #declare k=0; #while(k<3) difference { torus { 1,.014 rotate z*90 rotate y*(k*60) scale <1.0,.955,1.104> } plane { y,.02 } pigment { srgb <.3,.35,.42> } } #declare k=k+1; #end
 sphere { <0,.95,0>,.075 scale <1,1,1> Fab(Clay) }
 // peak
 difference { sphere { 0,1 scale <.92,.42,1.15> translate <0,-.18,-.85> } sphere { 0,1 scale <.90,.40,1.13> translate <0,-.205,-.85> } plane { y,-.07 } sphere { 0,.99 scale <1,.95,1.1> } Fab(Clay) }
 object { Pane(.26,.30,.04) rotate x*30 translate <0,.50,-.945> Pl(srgb .95) }
 cylinder { <0,0,0>,<0,.12,0>,1.006 scale <1,1,1.1> Fab(F) }
 rotate x*0 rotate y*-34 scale 1.06 translate <-.20,.16,.35> }
