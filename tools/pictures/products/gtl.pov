#declare Zoom = 21.6;
#include "window.inc"
// roof access window in pine that opens fully
#declare FrH = Pine; #declare FrV = PineV;
union {
 union { Fr(2.1,2.7,.17,-.16,.20) }
 difference { box { <-1.14,-.04,.2>,<1.14,2.74,.27> } box { <-.93,.15,0>,<.93,2.55,1> } texture { Alu } }
 union { union { Fr(1.78,2.36,.14,-.02,.10) } Gl(1.78,2.36,.14)
  union { cylinder { <-.3,.11,-.12>,<.3,.11,-.12>,.04 } cylinder { <-.25,.11,-.12>,<-.25,.11,0>,.025 } cylinder { <.25,.11,-.12>,<.25,.11,0>,.025 } texture { Satin } }
  difference { box { <-.96,-.05,.1>,<.96,2.42,.16> } box { <-.76,.14,0>,<.76,2.2,1> } texture { Alu } }
  translate y*-2.36 rotate x*-62 translate <0,2.53,.06> }
 #declare s = -1; #while (s<2) cylinder { <s*.80,1.75,0>,<s*.80,1.95,1.05>,.03 texture { Satin } } #declare s = s+2; #end
 // the step
 union { RBox(<-.60,.17,-.42>,<.60,.23,-.10>,.02) texture { Satin } }
 rotate x*6 rotate y*30 translate <-.12,.04,-.3> scale .92 }
