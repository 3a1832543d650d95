#declare Zoom = 21; #declare LookY = 1.0; #declare CamY = 5.0;
#include "window.inc"
// domed flat-roof window for smoke venting and roof access, open
union {
 union { difference { RBox(<-1.5,0,-1.3>,<1.5,.62,1.3>,.05) box { <-1.2,-1,-1.0>,<1.2,2,1.0> } texture { WhiteP } }
  box { <-1.2,.05,-1.0>,<1.2,.08,1.0> pigment { srgb <.80,.81,.82> } } }
 // the lid, hinged at the back
 union {
  difference { RBox(<-1.54,0,-2.64>,<1.54,.10,0>,.03) box { <-1.26,-1,-2.36>,<1.26,1,-.28> } texture { WhiteP } }
  difference { superellipsoid { <.35,1> scale <1.34,1.14,.60> rotate x*90 scale <1,1,1> translate <0,.06,-1.32> } plane { y,.08 }
   texture { pigment { srgbt <.70,.86,.98,.25> } finish { diffuse .55 emission .12 specular .8 roughness .004 reflection { .04,.28 } } } }
  rotate x*26 translate <0,.64,1.32> }
 #declare s = -1; #while (s<2) cylinder { <s*1.1,.55,-.3>,<s*1.1,1.55,-.62>,.035 texture { Satin } } #declare s = s+2; #end
 union { RBox(<-1.85,-.05,-1.65>,<1.85,.06,1.65>,.04) texture { Alu } }
 rotate y*32 scale .78 translate <.05,.12,.3> }
