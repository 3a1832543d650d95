#include "window.inc"
// venetian blind in a white window
#declare FrH = WhiteP; #declare FrV = WhiteP;
union {
 union { Fr(2.1,2.7,.17,-.16,.20) } union { union { Fr(1.74,2.34,.14,-.1,.04) } Gl(1.74,2.34,.14) translate y*.18 }
 difference { box { <-1.14,-.04,.2>,<1.14,2.74,.27> } box { <-.95,.15,0>,<.95,2.55,1> } texture { Alu } }
 #declare i = 0; #while (i<17) box { <-.76,-.055,-.008>,<.76,.055,.008> rotate x*38 translate <0,2.30-i*.105,-.16> pigment { srgb <.80,.815,.83> } finish { diffuse .7 specular .35 roughness .04 reflection { .02,.10 } } } #declare i = i+1; #end
 box { <-.80,2.34,-.24>,<.80,2.48,-.10> texture { Satin } }
 union { RBox(<-.78,.48,-.20>,<.78,.56,-.11>,.02) texture { Satin } }
 #declare s = -1; #while (s<2) cylinder { <s*.5,.52,-.20>,<s*.5,2.4,-.20>,.008 pigment { srgb .55 } } #declare s = s+2; #end
 union { RBox(<-.82,.30,-.17>,<-.77,2.40,-.10>,.01) RBox(<.77,.30,-.17>,<.82,2.40,-.10>,.01) texture { Satin } }
 rotate x*9 rotate y*27 translate <0,.04,.1> }
