// Fuel vouchers. K: 0 a jerrycan, 1 a pump.
#ifndef (K) #declare K = 0; #end
#declare Zoom = 20.5; #declare LookY = 1.2;
#include "stage.inc"
#if (K=0)
union {
 difference { union { superellipsoid { <.2,.22> scale <.95,1.05,.42> translate y*1.05 }  }
  prism { linear_spline -2,2,4 <.28,2.3>,<1.4,2.3>,<1.4,1.62>,<.28,2.3> rotate x*-90 }
  Pl(Clay) }
 // pressed cross on the side
 union { sphere_sweep { linear_spline 2 <-.66,.30,-.40>,.05 <.62,1.55,-.40>,.05 } sphere_sweep { linear_spline 2 <.66,.30,-.40>,.05 <-.62,1.55,-.40>,.05 } Pl(srgb <.64,.20,.12>) }
 union { cylinder { <0,.93,-.36>,<0,.93,-.455>,.36 } Pl(Clay) }
 object { Pane(.24,.32,.02) translate <0,.93,-.458> Pl(Paper) }
 // three carrying handles
 #declare i = -1; #while (i<2) sphere_sweep { linear_spline 4 <-.72,2.02,i*.18>,.05 <-.66,2.28,i*.18>,.05 <.02,2.28,i*.18>,.05 <.10,2.02,i*.18>,.05 Pl(Clay) } #declare i = i+1; #end
 // spout
 union { cylinder { <0,-.1,0>,<0,.22,0>,.17 texture { Steel } } union { cylinder { <0,.2,0>,<0,.36,0>,.20 } Pl(Coal) } rotate z*-32 translate <.62,1.88,0> }
 rotate y*-26 translate <-.08,0,0> scale 1.08 }
#else
union {
 union { RBox(<-.72,.0,-.42>,<.62,2.35,.42>,.10) Pl(Slate) }
 union { RBox(<-.76,1.95,-.46>,<.66,2.45,.46>,.10) Pl(Clay) }
 union { RBox(<-.84,0,-.54>,<.74,.12,.54>,.04) Pl(Coal) }
 // the display with three digits
 union { RBox(<-.52,1.20,-.46>,<.42,1.76,-.38>,.04) Pl(Coal) }
 box { <-.44,1.28,-.468>,<.34,1.68,-.46> pigment { srgb <.80,.90,.96> } finish { emission .35 diffuse .5 } }
 #declare i = 0; #while (i<3) box { <-.36+i*.22,1.40,-.474>,<-.22+i*.22,1.56,-.468> pigment { color Slate } } #declare i = i+1; #end
 object { Pane(.32,.42,.03) translate <-.05,.68,-.42> Pl(Paper) }
 // the hose hangs at the right and ends in the nozzle
 sphere_sweep { cubic_spline 9 <.5,2.3,0>,.075 <.64,2.12,-.05>,.075 <1.10,2.05,-.1>,.075 <1.30,1.50,-.15>,.075 <1.24,.70,-.2>,.075 <1.05,.40,-.2>,.075 <.92,.62,-.2>,.075 <.90,.95,-.2>,.075 <.9,1.2,-.2>,.075 Rub(Coal) }
 union { superellipsoid { <.3,.3> scale <.11,.34,.13> rotate z*8 translate <.86,1.22,-.2> } Pl(Clay) }
 union { sphere_sweep { cubic_spline 6 <.86,1.3,-.2>,.055 <.83,1.52,-.2>,.055 <.80,1.70,-.2>,.055 <.70,1.82,-.2>,.055 <.58,1.80,-.2>,.055 <.5,1.7,-.2>,.055 } texture { Steel } }
 rotate y*24 translate <-.18,0,0> scale 1.02 }
#end
