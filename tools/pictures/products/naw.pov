#include "window.inc"
// awning: a dark net outside, drawn over the glass
union {
 union { difference { box { <-1.1,0,-.1>,<1.1,2.6,.2> } box { <-.86,.2,-1>,<.86,2.4,1> } texture { Alu } } box { <-.86,.2,0>,<.86,2.4,.03> texture { GlassSky } } }
 box { <-.90,.95,-.125>,<.90,2.4,-.115> pigment { srgbt <.11,.12,.14,.22> } finish { diffuse .8 } normal { quilted .3 control0 .5 control1 .5 scale .03 } }
 union { RBox(<-1.02,2.34,-.30>,<1.02,2.64,.04>,.10) pigment { srgb <.30,.325,.355> } finish { diffuse .65 specular .45 roughness .04 reflection { .02,.14 } } }
 union { RBox(<-.94,.86,-.17>,<.94,.97,-.09>,.04) texture { Satin } }
 #declare s = -1; #while (s<2) cylinder { <s*.80,.30,-.10>,<s*.80,.9,-.12>,.012 texture { Satin } } union { RBox(<s*.80-.05,.22,-.14>,<s*.80+.05,.32,-.06>,.02) Pl(Coal) } #declare s = s+2; #end
 rotate x*9 rotate y*-26 translate <0,.04,.1> }
