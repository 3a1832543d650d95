// An insulation collar: a frame of black foam with its steel corners.
#include "window.inc"
union {
 difference { RBox(<-1.12,0,-.02>,<1.12,2.66,.48>,.03) box { <-.80,.32,-2>,<.80,2.34,2> } Rub(srgb <.12,.13,.145>) }
 // the joint where the pieces meet, and the steel that holds them
 #declare s = -1; #while (s<2)
  box { <s*1.125-.01,.325,-.03>,<s*.79-.01,.345,-.015> pigment { srgb .04 } } box { <s*1.125-.01,2.31,-.03>,<s*.79-.01,2.33,-.015> pigment { srgb .04 } }
  union { RBox(<s*.96-.05,.14,-.05>,<s*.96+.05,.52,-.01>,.01) RBox(<s*.96-.05,2.14,-.05>,<s*.96+.05,2.52,-.01>,.01) texture { Steel } }
 #declare s = s+2; #end
 // a felt skirt below it
 difference { RBox(<-1.30,-.10,.44>,<1.30,2.78,.50>,.02) box { <-.80,.32,-2>,<.80,2.34,2> } Fab(srgb <.62,.66,.70>) }
 object { Pane(.22,.18,.02) translate <0,.16,-.02> Pl(Clay) }
 rotate x*14 rotate y*28 translate <.02,.14,.0> scale .96 }
