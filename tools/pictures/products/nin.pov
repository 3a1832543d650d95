#include "window.inc"
// insect net in a pine window, half down
#declare FrH = Pine; #declare FrV = PineV;
union {
 union { Fr(2.1,2.7,.17,-.16,.20) } union { union { Fr(1.74,2.34,.14,-.1,.04) } Gl(1.74,2.34,.14) translate y*.18 }
 difference { box { <-1.14,-.04,.2>,<1.14,2.74,.27> } box { <-.95,.15,0>,<.95,2.55,1> } texture { Alu } }
 // the net hangs in front of the frame
 box { <-.94,.86,-.262>,<.94,2.62,-.255> pigment { srgbt <.16,.18,.20,.42> } finish { diffuse .7 } }
 #declare i = 0; #while (i<34) box { <-.94+i*.0567,.86,-.266>,<-.934+i*.0567,2.62,-.262> pigment { srgb <.20,.22,.25> } } #declare i = i+1; #end
 #declare i = 0; #while (i<31) box { <-.94,.88+i*.0567,-.266>,<.94,.886+i*.0567,-.262> pigment { srgb <.20,.22,.25> } } #declare i = i+1; #end
 union { RBox(<-1.04,2.50,-.36>,<1.04,2.74,-.16>,.06) texture { WhiteP } }
 union { RBox(<-1.04,.06,-.30>,<-.93,2.52,-.18>,.02) RBox(<.93,.06,-.30>,<1.04,2.52,-.18>,.02) texture { WhiteP } }
 union { RBox(<-.95,.80,-.31>,<.95,.90,-.21>,.03) texture { Satin } }
 rotate x*9 rotate y*27 translate <0,.04,.1> }
