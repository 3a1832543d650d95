// Warm gloves: padded, with a knitted cuff.
#declare Zoom = 21.5; #declare LookY = 1.12;
#include "stage.inc"
#macro Glove() union {
 blob { threshold .55
  cylinder { <-.32,.85,0>,<-.26,1.30,0>,.50,1.3 } cylinder { <0,.82,0>,<0,1.32,0>,.52,1.3 } cylinder { <.30,.85,0>,<.26,1.28,0>,.50,1.3 }
  cylinder { <-.42,1.35,0>,<-.53,1.92,-.05>,.285,1.6 } cylinder { <-.14,1.4,0>,<-.18,2.12,-.04>,.29,1.6 } cylinder { <.15,1.4,0>,<.19,2.05,-.05>,.29,1.6 } cylinder { <.41,1.3,0>,<.53,1.82,-.06>,.275,1.6 }
  cylinder { <.34,.95,-.05>,<.86,1.34,-.24>,.31,1.6 }
  pigment { color Slate } finish { diffuse .78 specular .12 roughness .08 } normal { quilted .5 control0 .4 control1 .6 scale .22 } }
 // padding on the back of the hand, reflective band
 union { superellipsoid { <.4,.4> scale <.30,.20,.06> translate <0,1.12,-.34> } Pl(Sky) }
 object { Pane(.12,.16,.03) translate <0,1.12,-.39> Pl(Paper) }
 lathe { cubic_spline 8 <.3,.1>,<.50,.12>,<.53,.2>,<.50,.45>,<.47,.62>,<.48,.8>,<.3,.9>,<.1,.9> sturm scale <1,1,.64> Pl(Sky) }
 #declare i = 0; #while (i<4) torus { .49,.062 scale <1,1,.66> translate y*(.02+i*.085) pigment { srgb <.90,.89,.86> } finish { diffuse .82 } normal { granite .4 scale .06 } } #declare i = i+1; #end
 }
#end
object { Glove() scale <-1,1,1> rotate y*22 rotate z*10 translate <.76,.06,.35> }
object { Glove() rotate y*-14 rotate z*8 translate <-.58,.06,-.25> }
