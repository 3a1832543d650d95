// A helmet.
#declare Zoom=20; #declare LookY=0.72;
#include "stage.inc"
#declare C1 = Sky;
union {
 difference { sphere { 0,1 scale <1.08,1.05,1.3> } sphere { 0,.96 scale <1.08,1.05,1.3> } plane { y,0 } Pl(C1) }
 difference { union { cylinder { <0,-.03,0>,<0,.05,0>,1 scale <1.16,1,1.38> } cylinder { <0,-.03,0>,<0,.05,0>,1 scale <1.0,1,1.2> translate z*-.5 } } sphere { 0,.97 scale <1.08,1.05,1.3> } Pl(C1) }
 #declare k=-1; #while(k<=1) difference { torus { 1.045,.085 rotate z*90 scale <1,1,1.22> rotate y*0 translate <k*.34,-.02-abs(k)*.09,0> } plane { y,.22 } Pl(C1) } #declare k=k+1; #end
 difference { sphere { 0,1.012 scale <1.085,1.05,1.31> } box { <-2,-2,-2>,<2,.06,2> } box { <-2,.26,-2>,<2,3,2> } Pl(srgb <.96,.96,.95>) }
 object { Pane(.22,.26,.05) rotate x*30 translate <0,.56,-1.13> Pl(srgb <.97,.97,.96>) }
 cylinder { <0,-.02,0>,<0,.0,0>,.9 Rub(Coal) scale <1,1,1.2> }
 rotate y*-38 translate <-.12,.05,0> scale 1.04 }
