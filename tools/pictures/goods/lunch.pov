// A plate with knife and fork on a napkin.
#declare Zoom = 18.4; #declare LookY = 0.12; #declare CamY = 6.2;
#include "stage.inc"
union {
 union { RBox(<-1.5,0,-1.15>,<1.5,.02,1.15>,.01) pigment { color Sky } finish { diffuse .82 } normal { quilted .2 control0 .5 control1 .5 scale .06 } }
 lathe { cubic_spline 12 <0,.05>,<0,.06>,<.62,.07>,<.74,.12>,<1.04,.2>,<1.10,.21>,<1.11,.19>,<1.04,.16>,<.72,.03>,<.6,.02>,<0,.02>,<0,.01> sturm texture { WhiteP } }
 torus { 1.06,.012 translate y*.212 Pl(Clay) }
 // bread, cheese and a tomato
 union { superellipsoid { <.5,.35> scale <.52,.13,.40> translate <-.10,.24,.10> pigment { srgb <.74,.50,.26> } finish { diffuse .82 } normal { granite .2 scale .2 } }
 superellipsoid { <.5,.35> scale <.49,.02,.37> translate <-.10,.37,.10> pigment { srgb <.93,.84,.66> } finish { diffuse .82 } normal { granite .2 scale .08 } }
 union { RBox(<-.44,.38,-.20>,<.28,.43,.36>,.02) rotate y*9 pigment { srgb <.97,.80,.34> } finish { diffuse .8 specular .15 roughness .06 } }
 #declare i = 0; #while (i<3) cylinder { <-.30+i*.22,.42,.02+.14*mod(i,2)>,<-.30+i*.22,.47,.02+.14*mod(i,2)>,.15 pigment { srgb <.80,.20,.12> } finish { diffuse .75 specular .4 roughness .02 } } #declare i = i+1; #end
 sphere { <.58,.24,-.30>,.19 scale <1,.95,1> pigment { srgb <.82,.20,.12> } finish { diffuse .72 specular .6 roughness .01 reflection { .01,.1 } } }
 #declare i = 0; #while (i<5) cone { <.58,.405,-.30>,.03,<.58,.43,-.30>+vrotate(<.13,0,0>,y*i*72),.004 pigment { srgb <.25,.45,.20> } } #declare i = i+1; #end }
 // fork at the left, knife at the right
 union { sphere_sweep { linear_spline 2 <-1.30,.06,-.85>,.055 <-1.30,.06,.15>,.035 } RBox(<-1.40,.03,.14>,<-1.20,.08,.42>,.02) 
  #declare i = -1.5; #while (i<2) RBox(<-1.30+i*.06-.017,.03,.38>,<-1.30+i*.06+.017,.075,.80>,.014) #declare i = i+1; #end texture { Steel } }
 union { sphere_sweep { linear_spline 2 <1.30,.06,-.85>,.06 <1.30,.06,-.05>,.05 } RBox(<1.22,.03,-.06>,<1.36,.065,.82>,.02) texture { Steel } }
 rotate y*-18 translate z*.1 }
