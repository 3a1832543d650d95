// A billboard on its post, showing the roof and a line of text.
#declare Zoom = 20.5; #declare LookY = 1.32;
#include "stage.inc"
union {
 union { cylinder { <0,0,.12>,<0,1.6,.12>,.13 } cylinder { <0,0,.12>,<0,.06,.12>,.5 } texture { Satin } }
 union { RBox(<-1.5,1.15,-.06>,<1.5,2.55,.10>,.03) Pl(Slate) }
 box { <-1.42,1.23,-.068>,<1.42,2.47,-.06> pigment { gradient y color_map { [0 srgb <.98,.90,.78>][.45 srgb <.66,.83,.96>][1 srgb <.36,.62,.90>] } scale 1.24 translate y*1.23 } finish { diffuse .8 emission .1 } }
 // a roof, a lit window, the sun
 intersection { prism { linear_spline 0,.012,5 <-.2,1.23>,<1.42,1.23>,<1.42,1.80>,<.14,1.74>,<-.2,1.23> rotate x*-90 translate z*-.068 } box { <-1.42,1.23,-.2>,<1.42,2.47,0> } pigment { color Slate } finish { diffuse .8 } }
 object { Pane(.26,.30,.01) translate <.46,1.52,-.078> pigment { color Gold } finish { diffuse .8 emission .15 } }
 object { Pane(.26,.30,.01) translate <.98,1.52,-.078> pigment { color Gold } finish { diffuse .8 emission .15 } }
 cylinder { <.98,2.15,-.068>,<.98,2.15,-.076>,.15 pigment { srgb <1,.95,.80> } finish { diffuse .8 emission .2 } }
 union { RBox(<-1.24,2.10,-.082>,<-.16,2.26,-.066>,.006) RBox(<-1.24,1.88,-.082>,<-.46,1.98,-.066>,.006) pigment { color Slate } finish { diffuse .8 } }
 union { RBox(<-1.24,1.42,-.082>,<-.72,1.60,-.066>,.006) pigment { color Clay } finish { diffuse .8 } }
 // a walkway below the board, and two lamps
 union { box { <-1.45,1.07,-.30>,<1.45,1.11,.0> } texture { Alu } }
 #declare s = -1; #while (s<2) union { sphere_sweep { linear_spline 2 <s*.8,1.1,-.2>,.025 <s*.8,1.14,-.42>,.025 } sphere { <s*.8,1.16,-.44>,.07 } Pl(Coal) } #declare s = s+2; #end
 rotate y*-24 translate <0,0,.1> scale 1.0 }
