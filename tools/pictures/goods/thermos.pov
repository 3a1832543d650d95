// A flask and its cup.
#declare Zoom=21; #declare LookY=1.28;
#include "stage.inc"
union {
 lathe { cubic_spline 10 <.3,0>,<.50,0>,<.56,.05>,<.57,.3>,<.57,1.5>,<.56,1.72>,<.48,1.86>,<.42,1.95>,<.42,1.95>,<.2,1.95> sturm pigment { color SlateM } finish { diffuse .7 specular .3 roughness .06 reflection {.01,.08} } normal { granite .03 scale .02 } }
 cylinder { <0,.0,0>,<0,.09,0>,.555 texture { Steel } }
 cylinder { <0,1.93,0>,<0,2.03,0>,.44 Pl(Clay) }
 lathe { cubic_spline 8 <.2,2.03>,<.45,2.03>,<.46,2.05>,<.45,2.3>,<.43,2.5>,<.38,2.56>,<.3,2.57>,<0,2.57> sturm texture { Steel } }
 object { Pane(.26,.34,.02) translate <0,1.05,-.575> pigment { srgb .9 } }
 rotate y*-14 scale .98 translate <-.05,0,0> }
union { difference { cylinder { <0,0,0>,<0,.62,0>,.40 } cylinder { <0,.06,0>,<0,.8,0>,.36 } } torus { .38,.02 translate y*.62 } texture { Steel } translate <.98,0,-.35> }
