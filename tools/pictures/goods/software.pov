// A laptop with an invoice on its screen.
#declare Zoom = 20.5; #declare LookY = 0.84; #declare CamY = 4.0;
#include "stage.inc"
union {
 union { RBox(<-1.4,0,-.95>,<1.4,.10,.95>,.04) texture { Satin } }
 union { RBox(<-1.22,.085,-.20>,<1.22,.112,.78>,.01) Pl(srgb <.18,.2,.23>) }
 #declare r = 0; #while (r<5) #declare c = 0; #while (c<13) RBox(<-1.17+c*.181,.10,-.16+r*.186>,<-1.02+c*.181,.125,-.01+r*.186>,.01) #declare c = c+1; #end #declare r = r+1; #end
 union { RBox(<-.42,.09,-.86>,<.42,.106,-.34>,.01) pigment { srgb <.62,.64,.66> } finish { diffuse .7 } }
 union {
  union { RBox(<-1.4,0,-.035>,<1.4,1.85,.035>,.03) Pl(srgb <.16,.18,.21>) }
  box { <-1.31,.10,-.040>,<1.31,1.76,-.034> pigment { gradient y color_map { [0 srgb <.86,.93,.98>][1 srgb <.62,.80,.95>] } scale 1.9 } finish { emission .45 diffuse .4 } }
  union { RBox(<-.55,.16,-.052>,<.72,1.66,-.040>,.005) pigment { srgb .99 } finish { emission .30 diffuse .6 } }
  object { Pane(.20,.28,.01) translate <-.36,1.42,-.052> Pl(Clay) }
  #declare i = 0; #while (i<5) box { <-.44,1.10-i*.13,-.058>,<.20-.1*mod(i*2,3),1.15-i*.13,-.05> pigment { srgb <.70,.73,.77> } finish { emission .2 diffuse .6 } } box { <.42,1.10-i*.13,-.058>,<.62,1.15-i*.13,-.05> pigment { srgb <.50,.54,.60> } finish { emission .2 diffuse .6 } } #declare i = i+1; #end
  union { RBox(<.18,.26,-.06>,<.62,.40,-.05>,.01) Pl(Gold) }
  rotate x*14 translate <0,.10,.93> }
 Pl(srgb <.30,.33,.37>)
 rotate y*-22 translate <.02,0,.1> scale .92 }
