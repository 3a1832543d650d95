// A tool box: dark body, clay lid, steel catches.
#declare Zoom = 20.5; #declare LookY = 0.98;
#include "stage.inc"
union {
 union { superellipsoid { <.12,.16> scale <1.38,.54,.66> translate y*.54 } Pl(Slate) }
 union { superellipsoid { <.14,.18> scale <1.42,.24,.70> translate y*1.14 } RBox(<-1.43,.98,-.71>,<1.43,1.08,.71>,.04) Pl(Clay) }
 union { RBox(<-1.05,1.33,-.38>,<1.05,1.42,.38>,.04) Pl(srgb <.60,.20,.12>) }
 // handle
 union { sphere_sweep { linear_spline 4 <-.62,1.34,0>,.08 <-.55,1.70,0>,.08 <.55,1.70,0>,.08 <.62,1.34,0>,.08 } sphere_sweep { linear_spline 2 <-.42,1.70,0>,.115 <.42,1.70,0>,.115 } Rub(Coal) }
 // catches
 #declare s = -1; #while (s<2) union { RBox(<s*.82-.13,.74,-.78>,<s*.82+.13,1.16,-.66>,.03) texture { Steel } } union { RBox(<s*.82-.09,.80,-.80>,<s*.82+.09,.92,-.74>,.02) Pl(Coal) } #declare s = s+2; #end
 // ribs
 #declare i = -5; #while (i<6) #if (abs(i)>2) RBox(<i*.22-.03,.10,-.69>,<i*.22+.03,.62,-.6>,.02) #end #declare i = i+1; #end
 object { Pane(.28,.36,.03) translate <0,.52,-.655> Pl(Paper) }
 RBox(<-1.3,-.0,-.6>,<-1.0,.08,.6>,.02) RBox(<1.0,-.0,-.6>,<1.3,.08,.6>,.02)
 Rub(Coal)
 rotate y*-27 translate <0,0,.1> scale .98 }
