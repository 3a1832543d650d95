#include "window.inc"
// flashing for flat roofing: smooth parts, soakers at the sides
union {
 union { difference { box { <-1.05,.1,-.03>,<1.05,2.75,.03> } box { <-.85,.5,-1>,<.85,2.35,1> } }
  difference { box { <-.93,.42,-.22>,<.93,2.43,.03> } box { <-.85,.5,-1>,<.85,2.35,1> } }
  box { <-1.25,2.60,-.06>,<1.25,2.80,.02> }
  // apron, smooth
  box { <-1.25,-.16,-.03>,<1.25,.46,.01> } box { <-1.25,-.16,-.06>,<1.25,-.10,-.03> }
  pigment { srgb <.30,.325,.355> } finish { diffuse .65 specular .45 roughness .04 reflection { .02,.14 } } }
 // soakers, one over the other
 #declare s = -1; #while (s<2) #declare i = 0; #while (i<5)
  union { box { <s*1.15-.17,.50+i*.40,-.035-.012*i>,<s*1.15+.17,.98+i*.40,-.02-.012*i> } pigment { srgb <.36,.385,.415>*(1-.05*mod(i,2)) } finish { diffuse .65 specular .45 roughness .04 reflection { .02,.14 } } }
 #declare i = i+1; #end #declare s = s+2; #end
 rotate x*30 rotate y*28 translate <0,.26,-.3> scale .98 }
