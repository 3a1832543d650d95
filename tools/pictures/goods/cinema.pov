// A tub of popcorn and two tickets.
#declare Zoom = 21; #declare LookY = 1.16;
#include "stage.inc"
#declare R = seed(4);
union {
 // the tub: stripes of clay and paper
 #declare i = 0; #while (i<16)
  intersection { cone { <0,0,0>,.62,<0,1.75,0>,.92 } prism { linear_spline -1,3,4 <0,0>,<4,0>,<4*cos(radians(22.7)),4*sin(radians(22.7))>,<0,0> rotate y*i*22.5 }
   pigment { color #if (mod(i,2)=0) Clay #else Paper #end } finish { diffuse .8 specular .15 roughness .06 } }
 #declare i = i+1; #end
 torus { .92,.035 translate y*1.75 pigment { color Paper } finish { diffuse .8 } }
 // popcorn
 #declare i = 0; #while (i<120)
  #declare a = rand(R)*360; #declare q = sqrt(rand(R))*.82;
  union { sphere { 0,.105 } sphere { <.08,.04,.03>,.08 } sphere { <-.07,.05,-.04>,.075 } sphere { <.0,.09,.06>,.07 }
   rotate <rand(R)*360,rand(R)*360,rand(R)*360> translate vrotate(<q,1.78+.34*(1-q*q)*rand(R)+.14*(1-q*q),0>,y*a)
   pigment { srgb <.97,.93,.80>*(1-.06*rand(R)) } finish { diffuse .84 } normal { granite .2 scale .08 } }
 #declare i = i+1; #end
 rotate y*-20 translate <-.30,0,.15> }
#macro Ticket(C) difference { union { RBox(<-.62,0,-.016>,<.62,.78,.016>,.012) } cylinder { <-.62,.39,-1>,<-.62,.39,1>,.10 } cylinder { <.62,.39,-1>,<.62,.39,1>,.10 }
  #declare k = 0; #while (k<7) cylinder { <.30,.06+k*.11,-1>,<.30,.06+k*.11,1>,.017 } #declare k = k+1; #end pigment { color C } finish { diffuse .8 specular .2 roughness .04 } } #end
union { Ticket(Gold) object { Pane(.18,.26,.01) translate <-.16,.39,-.016> Pl(Slate) } rotate z*-14 rotate x*18 rotate y*10 translate <.72,.12,-.75> }
union { Ticket(Sky) rotate z*10 rotate x*14 rotate y*-4 translate <.86,.10,-.45> }
