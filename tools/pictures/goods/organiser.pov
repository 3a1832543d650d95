// An organiser with an open lid: eight compartments with screws.
#declare Zoom = 18.6; #declare LookY = 0.86; #declare CamY = 4.6;
#include "stage.inc"
#declare R = seed(12);
#macro Screw(Co) union { cylinder { <-.14,0,0>,<.12,0,0>,.022 } cone { <.12,0,0>,.022,<.19,0,0>,0 } cone { <-.19,0,0>,.065,<-.13,0,0>,.02 } texture { pigment { color Co } finish { diffuse .5 specular .7 roughness .03 reflection .14 metallic } } } #end
union {
 difference { union { RBox(<-1.4,0,-.95>,<1.4,.44,.95>,.06) } 
  #declare i = 0; #while (i<4) #declare j = 0; #while (j<2) box { <-1.30+i*.66,.08,-.86+j*.88>,<-.70+i*.66,.9,-.06+j*.88> } #declare j = j+1; #end #declare i = i+1; #end
  Pl(Slate) }
 #declare i = 0; #while (i<4) #declare j = 0; #while (j<2)
  #declare n = 0; #while (n<24)
   #switch (mod(i+j,3)) #case (0) #declare Metal = srgb <.82,.83,.85>; #break #case (1) #declare Metal = srgb <.93,.74,.36>; #break #else #declare Metal = srgb <.33,.36,.40>; #end
   object { Screw(Metal) rotate y*rand(R)*360 rotate z*(rand(R)-.5)*40 translate <-1.0+i*.66+(rand(R)-.5)*.32,.14+.22*rand(R),-.46+j*.88+(rand(R)-.5)*.46> }
  #declare n = n+1; #end
 #declare j = j+1; #end #declare i = i+1; #end
 // the lid, of clear plastic with a clay rim
 union {
  difference { RBox(<-1.42,0,-.05>,<1.42,1.9,.05>,.04) RBox(<-1.26,.16,-1>,<1.26,1.74,1>,.05) Pl(Clay) }
  box { <-1.28,.14,-.012>,<1.28,1.76,.012> pigment { srgbt <.86,.93,.97,.72> } finish { diffuse .5 specular .6 roughness .01 reflection { .03,.2 } } }
  object { Pane(.30,.38,.02) translate <0,.95,-.02> Pl(Paper) }
  rotate x*24 translate <0,.42,.96> }
 // catches
 #declare s = -1; #while (s<2) RBox(<s*.8-.16,.16,-1.02>,<s*.8+.16,.44,-.93>,.03) #declare s = s+2; #end
 Pl(Clay)
 rotate y*-24 scale .86 translate <.05,0,.1> }
