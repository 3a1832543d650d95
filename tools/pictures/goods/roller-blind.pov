// A roller blind: the head, the half-drawn cloth, the bar.
#declare Zoom = 21; #declare LookY = 1.3;
#include "stage.inc"
union {
 union { RBox(<-1.08,2.28,-.16>,<1.08,2.60,.18>,.07) Pl(srgb <.88,.885,.89>) }
 union { RBox(<-1.13,2.24,-.18>,<-1.05,2.64,.20>,.03) RBox(<1.05,2.24,-.18>,<1.13,2.64,.20>,.03) Pl(SlateM) }
 // cloth, pleated a little at the foot
 #declare i = 0; #while (i<36) box { <-1.0,.62+i*.046,-.02-.004*sin(i*.55)>,<1.0,.67+i*.046,0> pigment { srgb <.86,.79,.66> } finish { diffuse .82 } normal { quilted .2 control0 .5 control1 .5 scale .03 } } #declare i = i+1; #end
 union { RBox(<-1.04,.50,-.08>,<1.04,.66,.06>,.04) texture { Satin } }
 union { RBox(<-.18,.42,-.12>,<.18,.52,-.02>,.03) Pl(Clay) }
 // rails
 union { RBox(<-1.12,0,-.06>,<-1.02,2.3,.08>,.02) RBox(<1.02,0,-.06>,<1.12,2.3,.08>,.02) RBox(<-1.12,0,-.06>,<1.12,.09,.08>,.02) texture { Satin } }
 object { Pane(.14,.17,.012) translate <.84,2.44,-.16> Pl(Clay) }
 rotate x*6 rotate y*-26 translate <0,.03,.1> }
