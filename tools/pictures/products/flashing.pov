#include "window.inc"
// flashing kit for profiled tiles: grey aluminium, pleated apron at the foot
union {
 union { difference { box { <-1.25,.1,-.03>,<1.25,2.75,.03> } box { <-.85,.5,-1>,<.85,2.35,1> } }
  difference { box { <-.93,.42,-.22>,<.93,2.43,.03> } box { <-.85,.5,-1>,<.85,2.35,1> } }
  box { <-1.25,.1,-.09>,<-1.19,2.75,.02> } box { <1.19,.1,-.09>,<1.25,2.75,.02> }
  box { <-1.25,2.69,-.09>,<1.25,2.75,.02> }
  #declare i=-12; #while(i<13) cylinder { <i*.104,-.18,-.02>,<i*.104,.34,-.02>,.055 } #declare i=i+1; #end
  pigment { srgb <.30,.325,.355> } finish { diffuse .65 specular .45 roughness .04 reflection { .02,.14 } } }
 rotate x*30 rotate y*28 translate <0,.26,-.3> scale .98 }
