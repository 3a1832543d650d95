// Work gloves with a clay-coloured coating.
#declare Zoom=21.5; #declare LookY=1.08;
#include "stage.inc"
#macro Fing(A,B,R) cylinder { A,B,R,1.6 } #end
#declare Glove = union {
 blob { threshold .55
  cylinder { <-.30,.75,0>,<-.24,1.25,0>,.42,1.3 } cylinder { <0,.72,0>,<0,1.28,0>,.44,1.3 } cylinder { <.28,.75,0>,<.24,1.22,0>,.42,1.3 }
  cylinder { <-.40,1.3,0>,<-.50,1.95,-.05>,.25,1.7 } cylinder { <-.14,1.35,0>,<-.17,2.16,-.04>,.26,1.7 } cylinder { <.13,1.35,0>,<.17,2.08,-.05>,.26,1.7 } cylinder { <.38,1.25,0>,<.50,1.82,-.06>,.24,1.7 }
  cylinder { <.30,.85,-.05>,<.78,1.28,-.22>,.27,1.7 }
  pigment { gradient y color_map { [0 color SlateM][.31 color SlateM][.312 color Clay][1 color Clay] } scale 3.6 } finish { diffuse .8 specular .10 roughness .1 } normal { granite .10 scale .10 } }
 lathe { cubic_spline 9 <.3,0>,<.47,0>,<.49,.06>,<.45,.3>,<.42,.5>,<.43,.8>,<.3,.9>,<.2,.9>,<.1,.9> scale <1,1,.6> Fab(SlateM) }
 torus { .47,.045 scale <1,1,.6> translate y*.05 Pl(Gold) }
}
object { Glove scale <-1,1,1> rotate y*22 rotate z*10 translate <.72,.02,.35> }
object { Glove rotate y*-14 rotate z*8 translate <-.55,.02,-.25> }
