#include "window.inc"
// centre-pivot roof window, white, opened a little further, from the other side
#declare FrH = WhiteP; #declare FrV = WhiteP;
union {
 union { Fr(2.1,2.7,.17,-.16,.20) }
 union { union { Fr(1.74,2.34,.14,-.12,.04) } Gl(1.74,2.34,.14)
  union { cylinder { <-.66,2.24,-.2>,<.66,2.24,-.2>,.045 } cylinder { <-.55,2.24,-.2>,<-.55,2.24,-.08>,.03 } cylinder { <.55,2.24,-.2>,<.55,2.24,-.08>,.03 } texture { Satin } }
  translate y*-1.17 rotate x*-24 translate y*1.35 }
 difference { box { <-1.14,-.04,.2>,<1.14,2.74,.27> } box { <-.95,.15,0>,<.95,2.55,1> } texture { Alu } }
 rotate x*9 rotate y*-27 translate <0,.04,.1> }
