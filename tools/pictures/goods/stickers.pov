// A roll of stickers, the first one half peeled off.
#declare Zoom = 20; #declare LookY = 0.92;
#include "stage.inc"
#macro Sticker() union { superellipsoid { <.3,.1> scale <.40,.30,.012> pigment { color Clay } finish { diffuse .75 specular .35 roughness .03 } } object { Pane(.20,.30,.008) translate z*-.012 Pl(Paper) } } #end
union {
 // the roll
 union {
  difference { cylinder { <0,0,-.42>,<0,0,.42>,.86 } cylinder { <0,0,-1>,<0,0,1>,.36 } pigment { radial color_map { [0 srgb .93] [1 srgb .93] } } finish { diffuse .82 specular .15 roughness .05 } }
  #declare i = 0; #while (i<7) torus { .42+i*.065,.006 rotate x*90 translate z*-.42 pigment { srgb .76 } } #declare i = i+1; #end
  difference { cylinder { <0,0,-.43>,<0,0,.43>,.37 } cylinder { <0,0,-1>,<0,0,1>,.31 } pigment { srgb <.77,.61,.43> } finish { diffuse .82 } }
  #declare a = -24; #while (a<100) object { Sticker() rotate y*90 rotate z*0 scale 1 rotate y*0 translate <0,0,0> rotate <0,90,0> rotate x*90 scale <.82,1,.98> translate y*.868 rotate z*(a) } #declare a = a+52; #end
  rotate y*-30 translate <-.30,.86,.35> }
 // the tail, on the ground
 union {
  box { <-.1,0,-.42>,<1.55,.014,.42> pigment { srgb .93 } finish { diffuse .82 specular .15 } }
  object { Sticker() rotate x*90 translate <.62,.024,0> } 
  union { superellipsoid { <.3,.1> scale <.40,.30,.012> pigment { color Sky } finish { diffuse .75 specular .35 roughness .03 } } object { Pane(.20,.30,.008) translate z*-.012 Pl(Paper) } rotate x*78 translate <1.45,.10,0> rotate z*10 translate <-.02,-.2,0> }
  rotate y*-30 translate <-.30,0,.35> } }
