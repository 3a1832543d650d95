// The club card with its top-up: K gold panes, 1 to 5.
#ifndef (K) #declare K = 3; #end
#declare Zoom = 19.5; #declare LookY = 0.86;
#include "stage.inc"
#declare GoldM = texture { pigment { gradient y color_map { [0 srgb <.93,.62,.13>][1 srgb <1,.84,.42>] } scale 1.2 } finish { diffuse .72 specular .5 roughness .03 reflection { .02,.14 } metallic } }
union {
 union { RBox(<-1.38,0,-.02>,<1.38,1.74,.02>,.018) pigment { color Slate } finish { diffuse .7 specular .4 roughness .03 reflection {.02,.12} } }
 union { object { Pane(.7,1.74,.01) translate <.35,.87,-.026> pigment { srgb <.20,.24,.30> } } object { Pane(.3,1.74,.01) translate <.95,.87,-.026> pigment { srgb <.24,.29,.36> } } }
 union { RBox(<-1.12,.86,-.03>,<-.74,1.16,-.02>,.004) texture { pigment { srgb <.90,.72,.35> } finish { diffuse .5 specular .7 roughness .02 reflection .12 metallic } } }
 rotate z*5 rotate x*13 rotate y*16 translate <-.02,.16,.35> }
#declare i = 0; #while (i<K)
 object { Pane(.42,.62,.09) rotate y*14 translate <(i-(K-1)/2)*.50+.02,.335,-.55-.05*i> texture { GoldM } }
#declare i = i+1; #end
