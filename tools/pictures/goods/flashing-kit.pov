// A flashing kit: the box, and the parts leaning on it.
#declare Zoom = 20.5; #declare LookY = 1.08;
#include "stage.inc"
#macro Tin() pigment { srgb <.30,.325,.355> } finish { diffuse .65 specular .45 roughness .04 reflection { .02,.14 } } #end
union { union { RBox(<-.62,0,-.34>,<.62,2.15,.34>,.03) pigment { srgb <.77,.61,.43> } finish { diffuse .82 } normal { granite .03 scale .05 } }
 union { RBox(<-.625,1.55,-.345>,<.625,1.80,.345>,.02) Pl(Clay) }
 object { Pane(.36,.46,.02) translate <0,.92,-.34> Pl(Slate) }
 rotate y*-26 translate <.68,0,.55> }
// two side parts, a head, and the pleated apron
#declare L = union { box { <-.02,0,-.30>,<.02,2.3,.0> } box { <-.30,0,-.02>,<.02,2.3,.02> } box { <-.30,0,-.08>,<-.27,2.3,.02> } Tin() }
object { L rotate y*20 rotate x*14 rotate z*-3 translate <-.20,.0,-.05> }
object { L rotate y*40 rotate x*14 rotate z*4 translate <-.68,.0,.05> }
union { box { <-1.05,0,-.02>,<1.05,.36,.02> } box { <-1.05,.33,-.26>,<1.05,.37,.02> }
 #declare i = -11; #while (i<12) cylinder { <i*.094,-.30,-.02>,<i*.094,.10,-.02>,.05 } #declare i = i+1; #end
 Tin() rotate x*48 rotate y*-10 translate <-.22,.26,-.85> }
union { RBox(<.42,0,-.9>,<.86,.16,-.62>,.05) Rub(Coal) rotate y*-14 translate <.16,0,-.05> }
