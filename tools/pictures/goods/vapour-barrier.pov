// A vapour barrier: a pleated skirt of film around a frame.
#declare LookY = 1.24; #declare Zoom = 20.5;
#include "window.inc"
#declare Film = texture { pigment { srgbt <.66,.82,.93,.16> } finish { diffuse .75 specular .5 roughness .02 reflection { .01,.10 } } }
#declare i = 0;
union {
 // the film: four wings, folded
 #declare k = 0; #while (k<4)
  #declare Long = (mod(k,2)=0 ? .92 : 1.16); #declare Off = (mod(k,2)=0 ? 1.16 : .92);
  #declare n = 14; #declare i = 0; #while (i<n)
   #declare a = -Long+i*2*Long/n; #declare b = a+2*Long/n; #declare q = 1.34;
   mesh { triangle { <a,Off,0>,<b,Off,0>,<b*q,Off+.30,.30+.07*mod(i,2)> } triangle { <a,Off,0>,<b*q,Off+.30,.30+.07*mod(i,2)>,<a*q,Off+.30,.30+.07*mod(i+1,2)> }
    texture { Film } rotate z*k*90 }
  #declare i = i+1; #end
 #declare k = k+1; #end
 // the band that is pressed into the groove
 difference { RBox(<-.96,-1.20,-.14>,<.96,1.20,.03>,.03) box { <-.84,-1.08,-1>,<.84,1.08,1> } Pl(srgb <.90,.91,.92>) }
 difference { RBox(<-.97,-1.21,-.06>,<.97,1.21,-.02>,.01) box { <-.84,-1.08,-1>,<.84,1.08,1> } Pl(Clay) }
 object { Pane(.10,.10,.01) translate <0,-1.14,-.14> Pl(Slate) }
 rotate x*16 rotate y*28 translate <0,1.42,.2> scale .92 }
