// A high-visibility vest on a bust.
#declare Zoom=21.5; #declare LookY=1.36;
#include "stage.inc"
#macro Tor(S) lathe { cubic_spline 11 <.5,-.2>,<.80,0>,<.80,.05>,<.76,.55>,<.82,1.1>,<.90,1.55>,<.80,1.9>,<.52,2.08>,<.30,2.18>,<.24,2.3>,<.24,2.5> scale <S,1,S*.62> } #end
#declare Y = srgb <.90,.93,.18>;
union {
 object { Tor(.97) pigment { srgb <.30,.33,.37> } finish { diffuse .8 } }
 cylinder { <0,2.2,0>,<0,2.42,0>,.22 pigment { srgb <.30,.33,.37> } scale <1,1,.75> }
 difference { object { Tor(1.03) } plane { y,.06 } cylinder { <-2,1.62,0>,<-.72,1.55,0>,.34 scale <1,1,1> } cylinder { <.72,1.55,0>,<2,1.62,0>,.34 }
   prism { linear_spline -2,0,4 <-.30,2.6>,<.30,2.6>,<0,1.15>,<-.30,2.6> rotate x*-90 translate z*-2 } prism { linear_spline 0,2,4 <-.30,2.6>,<.30,2.6>,<0,1.15>,<-.30,2.6> rotate x*-90 }
   Cloth(Y) }
 #declare b=0; #while(b<2) difference { object { Tor(1.038) } plane { y,.28+b*.42 } plane { -y,-.46-b*.42 } pigment { srgb <.80,.82,.85> } finish { diffuse .6 specular .5 roughness .05 reflection .08 } } #declare b=b+1; #end
 #declare s=-1; #while(s<2) difference { intersection { object { Tor(1.04) } box { <s*.43-.085,.85,-2>,<s*.43+.085,2.06,2> } } pigment { srgb <.80,.82,.85> } finish { diffuse .6 specular .5 roughness .05 reflection .08 } } #declare s=s+2; #end
 box { <-.018,.06,-.57>,<.018,1.2,-.45> Pl(Coal) }
 cylinder { <0,-.3,0>,<0,.1,0>,.09 texture { Steel } }
 rotate y*-20 translate y*.35 scale 1.0 }
cylinder { 0,<0,.06,0>,.62 texture { Steel } }
cylinder { 0,<0,.4,0>,.06 texture { Steel } }
