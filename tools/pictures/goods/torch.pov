// A torch.
#declare Zoom=20.5; #declare LookY=0.55;
#include "stage.inc"
union {
 lathe { linear_spline 17 <0,0>,<.30,0>,<.33,.04>,<.33,.3>,<.27,.34>,<.27,1.55>,<.30,1.62>,<.30,1.75>,<.28,1.82>,<.44,2.25>,<.50,2.35>,<.50,2.72>,<.47,2.78>,<.42,2.78>,<.40,2.6>,<.40,2.6>,<0,2.6> Pl(Coal) }
 #declare i=0; #while(i<11) torus { .272,.026 translate y*(.46+i*.095) Rub(srgb <.12,.13,.14>) } #declare i=i+1; #end
 cylinder { <0,2.3,0>,<0,2.42,0>,.507 Pl(Clay) }
 cylinder { <0,.3,0>,<0,.36,0>,.334 Pl(Clay) }
 cylinder { <0,2.6,0>,<0,2.66,0>,.40 pigment { rgb <1,.97,.88> } finish { emission .9 diffuse .2 } }
 cylinder { <0,1.66,-.27>,<0,1.66,-.34>,.085 Pl(Clay) }
 rotate z*-90 translate <-1.35,.5,0> rotate y*33 rotate z*0 translate <.05,.0,.15> scale 1.06 }
