// A small roof window on an ash plinth, as displayed on a counter.
#declare Zoom = 21.5; #declare LookY = 1.28; #declare CamY = 3;
#include "window.inc"
#declare FrH = Pine; #declare FrV = PineV;
union {
 union { RBox(<-1.12,0,-.62>,<1.12,.20,.86>,.04) texture { Ash } }
 object { Pane(.16,.13,.02) translate <.72,.10,-.62> Pl(Clay) }
 union {
  // a piece of roof around it
  difference { RBox(<-1.02,-.05,.06>,<1.02,2.30,.30>,.03) box { <-.70,.30,-1>,<.70,1.98,1> } Pl(Slate) }
  union { Fr(1.50,1.80,.11,-.14,.14) translate y*.24 }
  union { union { Fr(1.28,1.58,.10,-.08,.04) } Gl(1.28,1.58,.10) union { cylinder { <-.46,1.50,-.13>,<.46,1.50,-.13>,.03 } texture { Brushed } } translate y*-.79 rotate x*-16 translate y*1.14 }
  rotate x*24 translate <0,.22,-.20> }
 #declare s = -1; #while (s<2) sphere_sweep { linear_spline 2 <s*.86,.18,.66>,.035 <s*.86,1.35,.48>,.035 texture { Brushed } } #declare s = s+2; #end
 rotate y*26 scale 1.06 translate <0,0,.1> }
