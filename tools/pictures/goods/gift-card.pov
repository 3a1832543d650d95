// A gift card with a ribbon around it, in front of its envelope.
#declare Zoom = 20; #declare LookY = 0.88;
#include "stage.inc"
union {
 union { RBox(<-1.3,0,-.03>,<1.3,1.75,.03>,.02) pigment { srgb <.90,.89,.87> } finish { diffuse .8 } }
 union { prism { linear_spline 0,.012,4 <-1.3,1.75>,<1.3,1.75>,<0,.72>,<-1.3,1.75> rotate x*-90 translate z*-.031 } pigment { srgb <.82,.81,.79> } finish { diffuse .8 } }
 rotate z*-6 rotate x*12 rotate y*-18 translate <.18,.16,.6> }
union {
 union { RBox(<-1.34,0,-.02>,<1.34,1.68,.02>,.018) pigment { color Clay } finish { diffuse .75 specular .35 roughness .03 reflection {.01,.10} } }
 // the ribbon
 union { RBox(<-.62,-.01,-.034>,<-.40,1.69,.034>,.008) RBox(<-1.35,.72,-.036>,<1.35,.94,.036>,.008) pigment { color Gold } finish { diffuse .75 specular .3 roughness .05 } }
 // its bow
 #declare s = -1; #while (s<2)
  torus { .24,.075 scale <1,1.5,.72> rotate x*90 rotate z*s*28 translate <-.51+s*.25,.90,-.10> pigment { color Gold } finish { diffuse .75 specular .3 roughness .05 } }
  sphere_sweep { cubic_spline 5 <-.51,.9,-.06>,.05 <-.51+s*.06,.76,-.09>,.055 <-.51+s*.20,.50,-.12>,.06 <-.51+s*.30,.28,-.10>,.05 <-.51+s*.36,.1,-.1>,.04 pigment { color Gold } finish { diffuse .75 specular .3 roughness .05 } }
 #declare s = s+2; #end
 sphere { 0,.12 scale <1,1,.8> translate <-.51,.85,-.13> pigment { srgb <.93,.67,.14> } finish { diffuse .75 specular .3 } }
 object { Pane(.30,.42,.012) translate <.70,.38,-.02> Pl(Paper) }
 rotate z*4 rotate x*13 rotate y*15 translate <-.1,.12,-.3> }
