// Nested sieves, and the smallest one upright in front of them.
#declare Zoom = 20.5; #declare LookY = 0.86; #declare CamY = 4.4;
#include "stage.inc"
#macro Made(Co) #if (Co=0) texture { Ash } #end #if (Co=1) texture { Satin } #end #if (Co=2) Pl(Clay) #end #end
#macro Sieve(R,H,Co) union {
 difference { cylinder { 0,<0,H,0>,R } cylinder { <0,-1,0>,<0,2,0>,R-.05 } Made(Co) }
 torus { R-.02,.035 translate y*H Made(Co) } torus { R-.02,.03 translate y*.02 Made(Co) }
 cylinder { <0,.06,0>,<0,.075,0>,R-.04 pigment { checker srgb <.58,.60,.62> srgb <.80,.81,.82> scale .055 } finish { diffuse .6 specular .4 reflection .08 } }
 } #end
union {
 object { Sieve(1.22,.44,0) }
 object { Sieve(1.0,.44,1) translate y*.46 }
 rotate y*-20 translate <-.15,0,.35> }
object { Sieve(.76,.36,2) rotate x*-68 rotate y*-24 translate <.62,.75,-.82> }
object { Pane(.2,.24,.02) translate <-.55,.70,-.63> Pl(Clay) }
