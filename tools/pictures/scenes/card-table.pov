// The club card on a table in the evening, with the town's lights behind the window.
#version 3.7;
global_settings { assumed_gamma 1.0 max_trace_level 6 }
#include "shapes.inc"
#default { finish { ambient 0 diffuse .8 } }
#include "materials.inc"
background { srgb <.30,.26,.40> }
light_source { <7,5,2> srgb <1,.66,.38>*.95 area_light <1.6,0,0>,<0,1.6,0>,4,4 jitter adaptive 1 circular orient }
light_source { <-8,7,-8> srgb <.80,.74,.92>*.85 shadowless }
light_source { <3,4,-9> srgb <1,.80,.62>*.35 shadowless }
camera { location <0,2.5,-7.2> look_at <0,.95,0> angle 36 right x*image_width/image_height up y focal_point <-.2,.9,-.8> aperture .20 blur_samples 14 }
box { <-9,-.3,-6>,<9,0,2.6> texture { Pine } }
// evening behind the panes
box { <-14,-2,7.9>,<14,8,8> pigment { gradient y color_map { [0 srgb <.98,.62,.36>][.45 srgb <.74,.44,.50>][1 srgb <.28,.30,.54>] } scale 6 translate y*-1 } finish { emission .85 diffuse 0 } }
#declare R = seed(3); #declare i = 0; #while (i<26) sphere { <-8+rand(R)*16,-.6+rand(R)*1.6,7.4>,.05+.05*rand(R) pigment { rgb <1,.78,.42> } finish { emission 1.1 } } #declare i = i+1; #end
#declare i = 0; #while (i<14) box { <-9+i*1.35,-3,7.6>,<-9+i*1.35+1.0+.3*rand(R),-.2+rand(R)*1.3,7.7> pigment { srgb <.20,.17,.28> } } #declare i = i+1; #end
union { box { <-9,-.3,2.6>,<9,.22,2.9> } box { <-.10,0,2.6>,<.10,6,2.8> } pigment { srgb <.42,.34,.34> } }
#macro Card(C) RBox(<-1.38,0,-.02>,<1.38,1.74,.02>,.018) pigment { color C } finish { diffuse .7 specular .4 roughness .03 reflection {.02,.14} } #end
union { Card(Clay) rotate z*-9 rotate x*14 rotate y*-20 translate <.30,.16,.35> }
union { union { Card(Slate) }
 object { Pane(.7,1.74,.01) translate <.35,.87,-.026> pigment { srgb <.20,.24,.30> } } object { Pane(.3,1.74,.01) translate <.95,.87,-.026> pigment { srgb <.24,.29,.36> } }
 union { RBox(<-1.12,.86,-.03>,<-.74,1.16,-.02>,.004) texture { pigment { srgb <.90,.72,.35> } finish { diffuse .5 specular .7 roughness .02 reflection .12 metallic } } }
 #declare i=0; #while(i<4) box { <-1.12+i*.36,.36,-.03>,<-.86+i*.36,.44,-.02> pigment { srgb .85 } } #declare i=i+1; #end
 object { Pane(.42,.36,.012) translate <.92,.32,-.03> pigment { srgb .9 } }
 rotate z*5 rotate x*13 rotate y*16 translate <-.2,.06,-.5> }
// cup beside it
union { difference { lathe { cubic_spline 8 <0,0>,<.30,0>,<.36,.03>,<.44,.30>,<.48,.72>,<.48,.80>,<.44,.80>,<.3,.4> sturm } cylinder { <0,.1,0>,<0,1.4,0>,.43 } Pl(Paper) } cylinder { <0,.1,0>,<0,.68,0>,.435 pigment { srgb <.20,.11,.07> } finish { specular .5 } }
 difference { torus { .22,.055 rotate x*90 translate <.52,.42,0> } cylinder { <0,-1,0>,<0,2,0>,.44 } Pl(Paper) } rotate y*-20 translate <2.02,0,.35> }
