// The club card in front of a clay-coloured one.
#declare Zoom=19.5; #declare LookY=0.86;
#include "stage.inc"
#macro Card(C) RBox(<-1.38,0,-.02>,<1.38,1.74,.02>,.018) pigment { color C } finish { diffuse .7 specular .4 roughness .03 reflection {.02,.12} } #end
union { Card(Clay) rotate z*-9 rotate x*14 rotate y*-20 translate <.16,.22,.55> }
union { union { Card(Slate) }
 object { Pane(.7,1.74,.01) translate <.35,.87,-.026> pigment { srgb <.20,.24,.30> } } object { Pane(.3,1.74,.01) translate <.95,.87,-.026> pigment { srgb <.24,.29,.36> } }
 union { RBox(<-1.12,.86,-.03>,<-.74,1.16,-.02>,.004) texture { pigment { srgb <.90,.72,.35> } finish { diffuse .5 specular .7 roughness .02 reflection .12 metallic } } }
 difference { object { Pane(.42,.36,.012) } object { Pane(.30,.26,.05) translate z*-.02 } translate <.92,.32,-.03> pigment { srgb .96 } }
 #declare i=0; #while(i<4) box { <-1.12+i*.36,.36,-.03>,<-.86+i*.36,.44,-.02> pigment { srgb .85 } } #declare i=i+1; #end
 rotate z*5 rotate x*13 rotate y*16 translate <-.1,.13,-.25> }
