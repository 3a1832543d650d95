// A coffee pot and two cups.
#declare Zoom = 20; #declare LookY = 0.98;
#include "stage.inc"
union {
 // eight-sided pot
 #macro Oct(Y0,R0,Y1,R1) intersection { cone { <0,Y0,0>,R0,<0,Y1,0>,R1 } #declare k = 0; #while (k<8) plane { vrotate(x,y*k*45),max(R0,R1)*.93 } #declare k = k+1; #end } #end
 union { object { Oct(0,.74,.86,.58) } cylinder { <0,.84,0>,<0,.98,0>,.58 } object { Oct(.98,.54,1.86,.72) } texture { Satin } }
 union { lathe { cubic_spline 7 <.72,1.84>,<.70,1.86>,<.60,1.93>,<.30,2.03>,<.10,2.06>,<0,2.06>,<0,2.1> sturm } texture { Steel } }
 sphere { <0,2.14,0>,.11 Pl(Coal) }
 union { sphere_sweep { cubic_spline 5 <-.4,1.5,0>,.16 <-.60,1.66,0>,.12 <-.78,1.80,0>,.08 <-.90,1.88,0>,.05 <-1,2,0>,.03 } texture { Satin } }
 union { sphere_sweep { linear_spline 4 <.62,1.72,0>,.08 <1.08,1.74,0>,.085 <1.14,1.55,0>,.085 <1.02,.86,0>,.075 } Rub(Coal) }
 object { Pane(.22,.28,.02) translate <0,1.42,-.66> Pl(Clay) }
 rotate y*-16 translate <-.28,0,.42> }
#macro Cup(C) union {
 difference { lathe { cubic_spline 8 <0,0>,<.22,0>,<.28,.03>,<.36,.24>,<.40,.52>,<.40,.58>,<.37,.58>,<.3,.3> sturm } cylinder { <0,.1,0>,<0,1,0>,.36 } Pl(C) }
 torus { .385,.018 translate y*.578 Pl(C) }
 cylinder { <0,.1,0>,<0,.49,0>,.365 pigment { srgb <.22,.12,.07> } finish { diffuse .7 specular .5 roughness .01 reflection { .02,.15 } } }
 difference { torus { .17,.045 rotate x*90 translate <.42,.32,0> } cylinder { <0,-1,0>,<0,2,0>,.36 } Pl(C) }
 lathe { cubic_spline 6 <0,-.02>,<.3,-.02>,<.56,.05>,<.60,.06>,<.3,.0>,<0,.0> sturm Pl(Paper) } } #end
object { Cup(Clay) rotate y*-30 translate <.98,.02,-.15> } object { Cup(Slate) rotate y*30 translate <.22,.02,-.95> }
