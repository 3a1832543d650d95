#include "window.inc"
// roller shutter, outside, half down
union {
 union { difference { box { <-1.1,0,-.1>,<1.1,2.6,.2> } box { <-.86,.2,-1>,<.86,2.4,1> } texture { Alu } } box { <-.86,.2,0>,<.86,2.4,.03> texture { GlassSky } } }
 union { RBox(<-1.16,2.3,-.42>,<1.16,2.76,.1>,.09) 
 box { <-1.02,.1,-.2>,<-.84,2.4,-.08> } box { <.84,.1,-.2>,<1.02,2.4,-.08> }
 #declare i=0; #while(i<11) cylinder { <-.86,2.28-i*.115,-.13>,<.86,2.28-i*.115,-.13>,.062 scale <1,1,.75> translate z*-.03 } #declare i=i+1; #end
 pigment { srgb <.30,.325,.355> } finish { diffuse .65 specular .45 roughness .04 reflection { .02,.12 } } }
 rotate x*9 rotate y*-26 translate <0,.04,.1> }
