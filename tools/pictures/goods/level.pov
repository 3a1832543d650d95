// A spirit level on a stone.
#declare Zoom=22.5; #declare LookY=0.85;
#include "stage.inc"
#declare V = union { cylinder { <-.24,0,0>,<.24,0,0>,.085 pigment { srgb <.72,.92,.30> } finish { emission .12 specular .8 roughness .01 } } sphere { 0,.07 scale <1.3,.8,1> translate <.01,.02,-.04> pigment { srgb <.93,.99,.75> } finish { emission .3 } } cylinder { <-.11,0,0>,<-.095,0,0>,.088 Pl(Coal) } cylinder { <.095,0,0>,<.11,0,0>,.088 Pl(Coal) } }
union {
 difference { RBox(<-1.75,0,-.13>,<1.75,.62,.13>,.035) 
   RBox(<-.34,.36,-.3>,<.34,.75,.3>,.05) cylinder { <-1.2,.31,-.3>,<-1.2,.31,.3>,.2 } cylinder { <1.2,.31,-.3>,<1.2,.31,.3>,.2 }
   pigment { color Clay } finish { diffuse .75 specular .3 roughness .03 reflection {.01,.1} } }
 box { <-1.66,.10,-.137>,<-.55,.14,.137> pigment { srgb .92 } } 
 box { <.5,.06,-.134>,<.92,.12,.134> pigment { srgb .92 } } 
 object { V translate <0,.5,0> }
 object { V scale .78 rotate z*90 translate <-1.2,.31,0> } object { V scale .78 rotate z*45 translate <1.2,.31,0> }
 RBox(<-1.82,-.005,-.15>,<-1.68,.63,.15>,.05) RBox(<1.68,-.005,-.15>,<1.82,.63,.15>,.05)
 Rub(Coal)
 rotate y*34 translate <-.12,0,.1> scale 1.0 translate y*.62 }
union { RBox(<-.5,0,-.5>,<.5,.64,.5>,.04) rotate y*20 translate <.0,0,.25> pigment { srgb <.80,.80,.79> } normal { granite .12 scale .3 } }
