#declare Zoom = 21; #declare LookY = 1.32;
#include "window.inc"
// sun tunnel: the dome on the roof, the tube, and the diffuser in the ceiling
union {
 // ceiling ring and the lit diffuser
 union { difference { cylinder { <0,.10,0>,<0,.26,0>,.78 } cylinder { <0,0,0>,<0,1,0>,.62 } texture { WhiteP } } torus { .70,.07 translate y*.11 texture { WhiteP } } }
 cylinder { <0,.12,0>,<0,.16,0>,.64 pigment { rgb <1,.97,.88> } finish { emission .9 diffuse .2 } }
 // tube, in rings
 union { cylinder { <0,.24,0>,<0,1.90,0>,.54 } #declare i = 0; #while (i<12) torus { .54,.022 translate y*(.32+i*.14) } #declare i = i+1; #end texture { Satin } }
 // the flashing on the slope, and the dome
 union {
  union { RBox(<-.92,-.03,-1.0>,<.92,.03,1.0>,.02) cone { <0,0,0>,.80,<0,.26,0>,.64 } #declare i = -7; #while (i<8) cylinder { <i*.125,-.02,-1.28>,<i*.125,-.02,-.9>,.05 } #declare i = i+1; #end texture { Alu } }
  union { torus { .63,.05 translate y*.28 } Pl(Coal) }
  intersection { sphere { 0,1 scale <.62,.50,.62> translate y*.28 } plane { -y,-.28 } texture { pigment { srgbt <.72,.87,.98,.15> } finish { diffuse .55 emission .15 specular .8 roughness .004 reflection { .04,.28 } } } }
  rotate x*-20 translate <0,1.98,0> }
 rotate y*24 scale .96 translate <0,.04,.1> }
