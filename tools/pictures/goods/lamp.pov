// A work light on its stand.
#declare Zoom=20; #declare LookY=1.0;
#include "stage.inc"
union {
 union { RBox(<-.95,-.62,-.10>,<.95,.62,.16>,.08) Pl(Coal) }
 union { RBox(<-1.0,-.67,-.02>,<1.0,.67,.10>,.05) Pl(Clay) }
 box { <-.80,-.47,-.105>,<.80,.47,-.101> pigment { checker rgb <1,.98,.92> rgb <.97,.94,.86> scale .2 } finish { emission .92 diffuse .1 } }
 #declare i=-6; #while(i<7) box { <i*.13-.02,-.5,.15>,<i*.13+.02,.5,.30> Pl(Coal) } #declare i=i+1; #end
 rotate x*-12 translate y*1.42 rotate y*-26 }
union {
 sphere_sweep { linear_spline 5 <-1.05,1.42,0>,.05 <-1.05,.55,0>,.05 <-.75,.08,-.55>,.05 <.75,.08,-.55>,.05 <1.05,.55,0>,.05 }
 sphere_sweep { linear_spline 2 <1.05,.55,0>,.05 <1.05,1.42,0>,.05 } 
 sphere_sweep { linear_spline 4 <-1.05,.55,0>,.05 <-.75,.06,.55>,.05 <.75,.06,.55>,.05 <1.05,.55,0>,.05 }
 cylinder { <-1.16,1.42,0>,<-.98,1.42,0>,.14 } cylinder { <.98,1.42,0>,<1.16,1.42,0>,.14 }
 Pl(srgb <.16,.17,.19>) rotate y*-26 }
