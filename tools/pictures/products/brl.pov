#include "window.inc"
// roller blind of light cloth in a pine window
#declare FrH = Pine; #declare FrV = PineV;
union {
 union { Fr(2.1,2.7,.17,-.16,.20) } union { union { Fr(1.74,2.34,.14,-.1,.04) } Gl(1.74,2.34,.14) translate y*.18 }
 difference { box { <-1.14,-.04,.2>,<1.14,2.74,.27> } box { <-.95,.15,0>,<.95,2.55,1> } texture { Alu } }
 box { <-.76,.98,-.13>,<.76,2.4,-.115> pigment { srgb <.90,.85,.74> } finish { diffuse .86 emission .05 } }
 cylinder { <-.80,2.40,-.17>,<.80,2.40,-.17>,.10 pigment { srgb <.86,.80,.69> } finish { diffuse .86 } }
 union { RBox(<-.78,.92,-.17>,<.78,1.02,-.10>,.03) texture { Satin } }
 // the hooks that hold it
 #declare s = -1; #while (s<2) #declare k = 0; #while (k<3) union { RBox(<s*.80-.035,.55+k*.6,-.17>,<s*.80+.035,.63+k*.6,-.10>,.02) texture { Satin } } #declare k = k+1; #end #declare s = s+2; #end
 rotate x*9 rotate y*27 translate <0,.04,.1> }
