#include "window.inc"
// top-hung roof window, all white, wide open, from the other side
#declare FrH = WhiteP; #declare FrV = WhiteP;
union {
 union { Fr(2.2,2.7,.17,-.16,.20) }
 difference { box { <-1.19,-.04,.2>,<1.19,2.74,.27> } box { <-.95,.15,0>,<.95,2.55,1> } texture { Alu } }
 union { union { Fr(1.86,2.36,.14,-.02,.10) } Gl(1.86,2.36,.14)
  union { cylinder { <-.3,.11,-.12>,<.3,.11,-.12>,.04 } cylinder { <-.25,.11,-.12>,<-.25,.11,0>,.025 } cylinder { <.25,.11,-.12>,<.25,.11,0>,.025 } texture { Satin } }
  difference { box { <-1.0,-.05,.1>,<1.0,2.42,.16> } box { <-.8,.14,0>,<.8,2.2,1> } texture { Alu } }
  translate y*-2.36 rotate x*-38 translate <0,2.53,.06> }
 cylinder { <-.88,.75,-.02>,<-.88,1.10,1.20>,.025 texture { Satin } } cylinder { <.88,.75,-.02>,<.88,1.10,1.20>,.025 texture { Satin } }
 rotate x*7 rotate y*-32 translate <.14,.04,-.1> scale .94 }
