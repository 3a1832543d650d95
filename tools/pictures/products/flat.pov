#declare Zoom=23; #declare LookY=.95; #declare CamY=5.4;
#include "window.inc"
// flat roof window: white kerb, curved glass
#declare LookY2=1;
union {
 union { difference { RBox(<-1.5,0,-1.3>,<1.5,.62,1.3>,.05) box { <-1.2,-1,-1.0>,<1.2,2,1.0> } texture { WhiteP } } 
  difference { box { <-1.54,.56,-1.34>,<1.54,.645,1.34> } box { <-1.3,0,-1.1>,<1.3,2,1.1> } texture { WhiteP } }
  intersection { sphere { <0,-8.2,0>,9.12 } box { <-1.53,.72,-1.33>,<1.53,2,1.33> } 
   texture { pigment { gradient z color_map { [0 srgb <.93,.97,1>][1 srgb <.42,.66,.90>] } scale 2.8 translate z*-1.4 } finish { diffuse .5 emission .15 specular .7 roughness .003 reflection { .05,.3 } } } }
  difference { intersection { sphere { <0,-8.2,0>,9.135 } box { <-1.56,.70,-1.36>,<1.56,2,1.36> } } box { <-1.40,0,-1.20>,<1.40,3,1.20> } texture { Alu } }
 }
 union { RBox(<-1.85,-.05,-1.65>,<1.85,.06,1.65>,.04) texture { Alu } }
 rotate y*32 scale .84 translate <.05,.12,.3> }
