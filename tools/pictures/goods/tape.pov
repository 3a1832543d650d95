// A tape measure.
#declare Zoom=19.5; #declare LookY=0.92;
#include "stage.inc"
union {
 superellipsoid { <.32,.28> scale <1.0,.98,.48> translate y*.98 Pl(Slate) }
 difference { superellipsoid { <.32,.28> scale <1.05,1.03,.30> translate y*.98 } Rub(Clay) }
 cylinder { <0,1.02,-.50>,<0,1.02,.5>,.66 Pl(srgb <.2,.235,.285>) }
 torus { .66,.035 rotate x*90 translate <0,1.02,-.49> texture { Steel } }
 object { Pane(.42,.56,.03) translate <0,1.02,-.515> Pl(Paper) }
 box { <.9,.06,-.24>,<1.75,.085,.24> pigment { srgb <.97,.82,.25> } finish { specular .3 } }
 #declare i=0; #while(i<12) box { <.98+i*.06,.086,-.24>,<.988+i*.06,.088,-.10+.1*mod(i,2)> pigment { srgb .1 } } #declare i=i+1; #end
 box { <1.74,-.06,-.2>,<1.77,.12,.2> texture { Steel } }
 RBox(<.2,1.86,-.16>,<.75,2.1,.16>,.06) 
 Rub(Coal)
 rotate y*-26 translate <-.22,.08,0> scale 1.02 }
