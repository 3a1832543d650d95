#include "window.inc"
// blackout blind in a white window
#declare FrH=WhiteP; #declare FrV=WhiteP;
union {
 union { Fr(2.1,2.7,.17,-.16,.20) } union { union { Fr(1.74,2.34,.14,-.1,.04) } Gl(1.74,2.34,.14) translate y*.18 }
 difference { box { <-1.14,-.04,.2>,<1.14,2.74,.27> } box { <-.95,.15,0>,<.95,2.55,1> } texture { Alu } }
 box { <-.76,1.12,-.13>,<.76,2.4,-.115> pigment { srgb <.20,.27,.38> } finish { diffuse .85 } }
 box { <-.78,1.08,-.16>,<.78,1.15,-.10> texture { Brushed } }
 box { <-.80,2.30,-.24>,<.80,2.48,-.10> texture { Brushed } }
 box { <-.82,.30,-.17>,<-.76,2.40,-.10> texture { Brushed } } box { <.76,.30,-.17>,<.82,2.40,-.10> texture { Brushed } }
 rotate x*9 rotate y*27 translate <0,.04,.1> }
