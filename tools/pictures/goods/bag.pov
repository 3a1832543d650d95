// A tool bag with two straps.
#declare Zoom=21.5; #declare LookY=1.0;
#include "stage.inc"
union {
 superellipsoid { <.42,.3> scale <1.35,.72,.72> translate y*.74 Fab(SlateM) }
 superellipsoid { <.35,.25> scale <1.37,.2,.74> translate y*.24 Rub(Coal) }
 superellipsoid { <.3,.25> scale <.62,.34,.14> translate <0,.72,-.70> Fab(srgb <.22,.265,.325>) }
 box { <-.5,1.0,-.85>,<.5,1.03,-.83> pigment { srgb .75 } }
 object { Pane(.22,.26,.03) translate <0,.70,-.85> Pl(srgb .93) }
 union {
 #declare s=-1; #while(s<2) RBox(<s*.86-.10,.05,-.765>,<s*.86+.10,1.38,.765>,.05) #declare s=s+2; #end
 difference { torus { .80,.055 rotate x*90 scale <1,.95,1> translate <0,1.30,-.30> } plane { y,1.2 } }
 difference { torus { .80,.055 rotate x*90 scale <1,.90,1> translate <0,1.30,.30> } plane { y,1.2 } }
 RBox(<-.3,2.0,-.4>,<.3,2.14,.38>,.07)
 Fab(Clay) }
 box { <-1.2,1.452,-.03>,<1.2,1.462,.03> texture { Steel } }
 rotate y*-27 scale 1.0 translate <0,0,.1> }
