// A voucher in front of its envelope.
#declare Zoom=20; #declare LookY=0.86;
#include "stage.inc"
#macro Card(C) union { RBox(<-1.35,0,-.018>,<1.35,1.7,.018>,.015) pigment { color C } finish { diffuse .78 specular .3 roughness .03 reflection {.01,.09} } } #end
union { Card(Sky) object { Pane(1.1,1.72,.01) translate <.55,.85,-.022> pigment { srgb <.40,.64,.86> } } rotate z*7 rotate x*12 rotate y*-16 translate <.22,.16,.55> }
#declare Fr = union { Card(srgb <.95,.945,.93>)  object { Pane(.62,1.0,.012) translate <-.62,.86,-.024> pigment { color Clay } } object { Pane(.2,1.0,.012) translate <-.78,.86,-.03> pigment { srgb <.86,.40,.28> } }
 box { <.12,1.06,-.024>,<1.08,1.22,-.02> pigment { color Slate } } box { <.12,.82,-.024>,<.8,.9,-.02> pigment { srgb .7 } } box { <.12,.5,-.024>,<.5,.66,-.02> pigment { color Gold } } }
object { Fr rotate z*-4 rotate x*13 rotate y*14 translate <-.12,.10,-.3> }
