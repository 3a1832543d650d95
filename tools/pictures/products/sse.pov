#include "window.inc"
// solar-powered shutter: the panel is on the hood
union {
 union { difference { box { <-1.1,0,-.1>,<1.1,2.6,.2> } box { <-.86,.2,-1>,<.86,2.4,1> } texture { Alu } } box { <-.86,.2,0>,<.86,2.4,.03> texture { GlassSky } } }
 union { RBox(<-1.16,2.3,-.46>,<1.16,2.80,.1>,.09)
  box { <-1.02,.1,-.2>,<-.84,2.4,-.08> } box { <.84,.1,-.2>,<1.02,2.4,-.08> }
  #declare i = 0; #while (i<6) RBox(<-.86,2.08-i*.24,-.20>,<.86,2.29-i*.24,-.13>,.03) #declare i = i+1; #end
  pigment { srgb <.52,.54,.57> } finish { diffuse .65 specular .45 roughness .04 reflection { .02,.14 } } }
 // the panel
 union { box { <-.62,2.38,-.476>,<.62,2.70,-.46> } pigment { srgb <.09,.15,.28> } finish { diffuse .6 specular .8 roughness .01 reflection { .08,.3 } } }
 #declare i = -2; #while (i<3) box { <i*.248-.004,2.38,-.48>,<i*.248+.004,2.70,-.47> texture { Steel } } #declare i = i+1; #end
 box { <-.62,2.536,-.48>,<.62,2.544,-.47> texture { Steel } }
 rotate x*9 rotate y*-26 translate <0,.04,.1> }
